/** The application of the demo that signs its users in by OpenID Connect, and the system behind it. */
export const DEMO_CLIENT = { clientId: 'demo-service-desk', code: 'DESK' } as const
