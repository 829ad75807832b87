import { deMailTexts } from '../mail/de/mail-texts.ts'
import type { Language } from './languages.ts'
import { mailTexts, type MailTexts } from '../mail/mail-texts.ts'
import { type TextKey, textsIn } from './texts.ts'

/** The texts of the product by key; their placeholders are those of the source language. */
export type ShippedTexts = Readonly<Record<TextKey, string>>

/** The texts as shipped, by language. */
export const shippedTexts: Readonly<Record<Language, ShippedTexts>> = { en: textsIn('en'), de: textsIn('de') }

/** The texts of mails as shipped, by language. */
export const shippedMailTexts: Readonly<Record<Language, MailTexts>> = {
  en: mailTexts,
  // Typed by the placeholders of the English texts: a test compares both.
  de: deMailTexts as Readonly<Record<keyof MailTexts, string>> as MailTexts,
}
