export * from '../contact-texts.ts'
export * from '../de/contact-texts.ts'
