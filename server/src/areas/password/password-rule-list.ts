import type { PasswordRule } from '@portico/contract/password/password.ts'
import { normalizeWord } from '@portico/contract/password/password-rules.ts'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, nullable, statement, text, textOf } from '../../db/statement.ts'
import type { PasswordAccount } from './password-account.ts'

type Person = Pick<PasswordAccount, 'userName' | 'firstName' | 'lastName' | 'clientName'>

/** Shorter words occur in too many others: a user named Lee may use "sleepy". */
const SHORTEST_WORD = 4

/** Returns the rules in their order, with the words that this user's password must not contain. */
export async function passwordRules(db: Db, person: Person): Promise<PasswordRule[]> {
  const rules = await run(db, rulesInWords(translateAsShipped(sentences.product_name)))
  return rules.map(({ product, ...rule }) =>
    rule.typeCd === 'OWN_WORDS' ? { ...rule, ownWords: ownWords(person, product) } : rule,
  )
}

/** $1: name of the product unless its text was changed. */
const rulesInWords = statement([text], {
  name: 'password: rules in words',
  text: `
  select rule.id as "phraseCompRuleId", rule.display_order as "displayOrderSeqCnt", rule.type_code as "typeCd", rule.value,
         replace(rule.rule_text, '{product_name}', product.name) as "ruleTxt", product.name as product
    from password_rules rule,
         (select coalesce(max(content), $1) as name from resource_texts
           where key = 'product_name' and client_id is null and language = '${SOURCE_LANGUAGE}') product
   order by rule.display_order, rule.id`,
  row: {
    phraseCompRuleId: int,
    displayOrderSeqCnt: int,
    typeCd: textOf<PasswordRule['typeCd']>(),
    value: nullable(int),
    ruleTxt: text,
    product: text,
  },
})

/** User name, names, the organization as a whole and by the first word of its name, and the product. */
function ownWords({ userName, firstName, lastName, clientName }: Person, product: string): string[] {
  const [firstWord = ''] = clientName.split(/\s+/u)
  const words = [userName, firstName, lastName, clientName, firstWord, product]
  return [...new Set(words.filter((word) => normalizeWord(word).length >= SHORTEST_WORD))]
}
