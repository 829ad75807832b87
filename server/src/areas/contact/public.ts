export { notifyEmployerRequested } from './employer-requested.ts'
