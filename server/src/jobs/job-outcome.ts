import { formatMessage, type ValuesOf } from '@portico/contract/texts/format-message.ts'
import { jobOutcomeTexts } from '@portico/contract/jobs/job-outcome-texts.ts'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'

type Texts = typeof jobOutcomeTexts

/** Returns the sentence that the record of a run keeps; who reads it later does so in their own language. */
export const jobOutcome = <Key extends keyof Texts>(key: Key, values: ValuesOf<Texts[Key]>): string =>
  formatMessage(jobOutcomeTexts[key], values, SOURCE_LANGUAGE)
