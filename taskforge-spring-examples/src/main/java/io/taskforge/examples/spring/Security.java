package io.taskforge.examples.spring;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** The dashboard is for administrators who have logged in; the shop is open. */
@Configuration(proxyBeanMethods = false)
public class Security {
  // snippet:dashboard-security
  @Bean
  SecurityFilterChain dashboardSecurity(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers("/taskforge/**")
                    .hasRole("ADMIN")
                    .anyRequest()
                    .permitAll())
        .formLogin(withDefaults())
        // Orders come from programs without a session. Keep the protection for pages with forms.
        .csrf(csrf -> csrf.ignoringRequestMatchers("/taskforge/**", "/orders"))
        .build();
  }
  // end
}
