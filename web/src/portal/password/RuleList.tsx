import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { PasswordRule } from '@portico/contract/password.ts'
import { judge } from '@portico/contract/password-rules.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './RuleList.module.css'

interface RuleListProps {
  id: string
  rules: readonly PasswordRule[]
  password: string
}

/** Ids of the rules, for the field that they are about: their words are read with it, their ticks are not. */
export const ruleIds = (id: string, rules: readonly PasswordRule[] = []): string =>
  rules.map((rule) => `${id}-${rule.phraseCompRuleId}`).join(' ')

/** The rules of a new password, ticked off while it is typed; what only the server knows is marked as such. */
export function RuleList({ id, rules, password }: RuleListProps) {
  const t = useTexts(passwordTexts)
  const words = { kept: t.password_rule_kept, broken: t.password_rule_broken, open: t.password_rule_open }
  return (
    <>
      <ul className={classes['rules']} aria-label={t.password_rules_title}>
        {rules.map((rule) => {
          const verdict = judge(password, rule)
          // Nothing is kept or broken before something is typed.
          const shown = password === '' && verdict === 'kept' ? 'broken' : verdict
          return (
            <li key={rule.phraseCompRuleId} data-verdict={shown}>
              <span className={classes['mark']}>{shown === 'kept' && <Icon name="check" size={16} />}</span>
              <span id={`${id}-${rule.phraseCompRuleId}`}>{rule.ruleTxt}</span>
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

/** Long enough that nobody is spoken to while typing. */
const PAUSE_MS = 1200

/** One sentence, once typing pauses: which rules are not kept yet. */
function useProgress(rules: readonly PasswordRule[], password: string): string {
  const t = useTexts(passwordTexts)
  const [typed] = useDebouncedValue(password, PAUSE_MS)
  if (typed === '' || typed !== password) return ''
  const left = rules.filter((rule) => judge(typed, rule) === 'broken').map(({ ruleTxt }) => ruleTxt)
  return left.length > 0 ? fill(t.password_rules_left, { rules: left.join('; ') }) : t.password_rules_all_kept
}
