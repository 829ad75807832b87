export { type MailWording, type TextService, textService } from './text-service.ts'
