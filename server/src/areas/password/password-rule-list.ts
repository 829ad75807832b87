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
  const rules = await db.prepared<Omit<PasswordRule, 'ownWords'> & { product: string }>(
    'password-rules',
    rulesInWords,
    [defaultTexts.product_name],
  )
  return rules.map(({ product, ...rule }) =>
    rule.typeCd === 'OWN_WORDS' ? { ...rule, ownWords: ownWords(person, product) } : rule,
  )
}

/** $1: what the product is called where nobody has reworded that. */
const rulesInWords = `
  select rule.id as "phraseCompRuleId", rule.display_order as "displayOrderSeqCnt", rule.type_code as "typeCd", rule.value,
         replace(rule.rule_text, '{product_name}', product.name) as "ruleTxt", product.name as product
    from password_rules rule,
         (select coalesce(max(content), $1) as name from resource_texts
           where key = 'product_name' and client_id is null) product
   order by rule.display_order, rule.id`

/** User name, names, the organisation as a whole and by the first word of its name, and the product. */
function ownWords({ userName, firstName, lastName, clientName }: Person, product: string): string[] {
  const [firstWord = ''] = clientName.split(/\s+/u)
  const words = [userName, firstName, lastName, clientName, firstWord, product]
  return [...new Set(words.filter((word) => bareWord(word).length >= SHORTEST_WORD))]
}
