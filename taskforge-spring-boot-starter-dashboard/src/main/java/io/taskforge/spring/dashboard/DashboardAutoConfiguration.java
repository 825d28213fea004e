package io.taskforge.spring.dashboard;

import io.micrometer.core.instrument.MeterRegistry;
import io.taskforge.TaskForge;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.server.ApiFeatures;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Caller;
import io.taskforge.server.dashboard.Dashboard;
import io.taskforge.server.http.Exchange;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.RouteDispatcher;
import io.taskforge.server.http.ServletExchange;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.spring.TaskForgeCustomizer;
import io.taskforge.spring.TaskForgeProperties;
import io.taskforge.spring.autoconfigure.TaskForgeAutoConfiguration;
import io.taskforge.store.JobStore;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/**
 * Dashboard and API at a path of a Spring MVC application, on its port and behind its security.
 * HTTP jobs, webhooks and alerts work as in the server, on the queues of the application.
 */
@AutoConfiguration(after = TaskForgeAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(
    name = {"spring.taskforge.enabled", "spring.taskforge.dashboard.enabled"},
    matchIfMissing = true)
@ConditionalOnMissingBean(type = "io.taskforge.testing.TestForge") // no background work in tests
@EnableConfigurationProperties(DashboardProperties.class)
public class DashboardAutoConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(DashboardAutoConfiguration.class);

  private final SecureRandom random = new SecureRandom();
  private final EngineEnvironment environment = EngineEnvironment.production();

  @Bean
  ApiFeatures taskForgeApiFeatures(
      JobStore store, TaskForgeProperties taskForge, DashboardProperties dashboard) {
    return new ApiFeatures(
        store,
        environment,
        random,
        taskForge.worker().concurrency(),
        dashboard.allowTargets() == null
            ? SsrfPolicy.publicOnly()
            : SsrfPolicy.allowing(dashboard.allowTargets()),
        dashboard.encryption().box(random));
  }

  @Bean
  TaskForgeCustomizer taskForgeApiCustomizer(
      ApiFeatures features, ObjectProvider<MeterRegistry> registries) {
    return builder -> {
      features.addTo(builder.queue(WebhookDelivery.QUEUE.value()));
      registries.ifUnique(features::bindTo);
    };
  }

  @Bean
  @ConditionalOnMissingBean
  DashboardUsers taskForgeDashboardUsers(DashboardProperties properties) {
    LOG.warn(
        "no bean of type DashboardUsers is defined: {} may do everything at {}",
        properties.requireLogin() ? "each user whom the application lets through" : "everyone",
        properties.path());
    return DashboardHandler.users(properties.requireLogin());
  }

  @Bean
  RouteDispatcher taskForgeRoutes(
      TaskForge forge, JobStore store, ApiFeatures features, DashboardUsers users) {
    List<Route> routes =
        Stream.concat(
                features.routes(forge, new ApiKeys(store, random), null).stream(),
                Dashboard.routes().stream())
            .toList();
    return new RouteDispatcher(
        routes,
        exchange -> identity(exchange, users),
        features.auditor(),
        () -> environment.ids().get().toString());
  }

  /** Needs no other bean yet: Spring Security asks for all mappings while beans are created. */
  @Bean
  static SimpleUrlHandlerMapping taskForgeDashboardMapping(
      DashboardProperties properties, ObjectProvider<RouteDispatcher> routes) {
    DashboardHandler handler =
        new DashboardHandler(properties.path(), properties.requireLogin(), routes::getObject);
    // Before the handler of static files, which takes every path.
    return new SimpleUrlHandlerMapping(
        Map.of(properties.path(), handler, properties.path() + "/**", handler),
        Ordered.HIGHEST_PRECEDENCE);
  }

  private Supplier<Caller> identity(Exchange exchange, DashboardUsers users) {
    Caller caller = users.of(((ServletExchange) exchange).request());
    return DashboardHandler.identity(caller, environment.ticker());
  }

  @Bean
  DashboardLifecycle taskForgeDashboardLifecycle(ApiFeatures features) {
    return new DashboardLifecycle(features);
  }
}
