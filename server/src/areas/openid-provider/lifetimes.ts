/** Seconds. Nothing lives longer than its portal session, which `findAccount` reads at every step. */
export const LIFETIMES = {
  AccessToken: 600,
  AuthorizationCode: 60,
  IdToken: 600,
  Interaction: 1800,
  Session: 43_200,
  Grant: 43_200,
}
