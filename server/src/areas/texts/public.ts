export { type TextService, textService } from './text-service.ts'
