export { type MailWording, type TextService, textService } from './text-service.ts'
export { listAllWordings } from './wording-store.ts'
