package io.taskforge.spring.dashboard;

import static org.springframework.security.config.Customizer.withDefaults;

import io.taskforge.spring.JobHandler;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** An application whose users log in with a form. */
@SpringBootApplication
class SecuredApplication {
  @Bean
  SecurityFilterChain security(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .formLogin(withDefaults())
        // The API accepts JSON of its own origin only.
        .csrf(csrf -> csrf.ignoringRequestMatchers("/jobs/**"))
        .build();
  }

  @JobHandler("greet")
  String greet(String name) {
    return "hello " + name;
  }
}
