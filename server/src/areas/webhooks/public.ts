export { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'
