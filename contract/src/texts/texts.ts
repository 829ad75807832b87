import { generalTexts } from './general-texts.ts'
import { homeTexts } from './home-texts.ts'
import { signInTexts } from './sign-in-texts.ts'

/** The resource table as shipped: key to English text. A row of `resource_texts` rewords a key. */
export const defaultTexts = { ...generalTexts, ...signInTexts, ...homeTexts } as const

export type TextKey = keyof typeof defaultTexts
