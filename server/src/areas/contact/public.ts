export { tellOfEmployerAsked } from './employer-asked.ts'
