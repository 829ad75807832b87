export * from '../../contact/contact-texts.ts'
export * from '../../contact/de/contact-texts.ts'
