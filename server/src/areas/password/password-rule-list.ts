import type { PasswordRule } from '@portico/contract/password.ts'
import { bareWord } from '@portico/contract/password-rules.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import type { PasswordAccount } from './password-account.ts'

type Person = Pick<PasswordAccount, 'userName' | 'firstName' | 'lastName' | 'clientName'>

/** Shorter words stand in too many others: nobody shall wonder why Lee may not say sleepy. */
const SHORTEST_WORD = 4

/** The rules in their order, with the words that this person's password must not contain. */
export async function passwordRules(db: Db, person: Person): Promise<PasswordRule[]> {
  const rules = await db.prepared<Omit<PasswordRule, 'ownWords'>>(
    'password-rules',
    `select id as "phraseCompRuleId", display_order as "displayOrderSeqCnt", type_code as "typeCd", value,
            rule_text as "ruleTxt"
       from password_rules order by display_order, id`,
    [],
  )
  return rules.map((rule) => (rule.typeCd === 'OWN_WORDS' ? { ...rule, ownWords: ownWords(person) } : rule))
}

/** User name, names, the organisation as a whole and by the first word of its name, and the product. */
function ownWords({ userName, firstName, lastName, clientName }: Person): string[] {
  const [firstWord = ''] = clientName.split(/\s+/u)
  const words = [userName, firstName, lastName, clientName, firstWord, defaultTexts.product_name]
  return [...new Set(words.filter((word) => bareWord(word).length >= SHORTEST_WORD))]
}
