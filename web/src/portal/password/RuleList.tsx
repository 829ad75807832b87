import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { PasswordRule } from '@portico/contract/password/password.ts'
import { checkRule } from '@portico/contract/password/password-rules.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ruleInWords } from './rule-words.ts'
import classes from './RuleList.module.css'

interface RuleListProps {
  id: string
  rules: readonly PasswordRule[]
  password: string
}

/** Ids of the rule texts, for aria-describedby of the password field; the check marks are not included. */
export const ruleIds = (id: string, rules: readonly PasswordRule[] = []): string =>
  rules.map((rule) => `${id}-${rule.phraseCompRuleId}`).join(' ')

/** The rules of a new password, checked while the user types; rules that only the server can check are marked. */
export function RuleList({ id, rules, password }: RuleListProps) {
  const t = useTexts(passwordTexts)
  const words = { kept: t.password_rule_kept, broken: t.password_rule_broken, open: t.password_rule_open }
  return (
    <>
      <ul className={classes['rules']} aria-label={t.password_rules_title}>
        {rules.map((rule) => {
          const verdict = checkRule(password, rule)
          // No rule is met or not met before the user types.
          const shown = password === '' && verdict === 'kept' ? 'broken' : verdict
          return (
            <li key={rule.phraseCompRuleId} data-verdict={shown}>
              <span className={classes['mark']}>{shown === 'kept' && <Icon name="check" size={16} />}</span>
              <span id={`${id}-${rule.phraseCompRuleId}`}>{ruleInWords(rule)}</span>
              {shown === 'open' ? (
                <span className={classes['later']}>{words.open}</span>
              ) : (
                <VisuallyHidden>({words[shown]})</VisuallyHidden>
              )}
            </li>
          )
        })}
      </ul>
      <VisuallyHidden aria-live="polite">{useProgress(rules, password)}</VisuallyHidden>
    </>
  )
}

/** Long enough not to announce while the user types. */
const ANNOUNCE_DELAY_MS = 1200

/** Announces the rules not met yet, once typing pauses. */
function useProgress(rules: readonly PasswordRule[], password: string): string {
  const t = useTexts(passwordTexts)
  const [typed] = useDebouncedValue(password, ANNOUNCE_DELAY_MS)
  if (typed === '' || typed !== password) return ''
  const left = rules.filter((rule) => checkRule(typed, rule) === 'broken').map(ruleInWords)
  return left.length > 0 ? formatMessage(t.password_rules_left, { rules: left.join('; ') }) : t.password_rules_all_kept
}
