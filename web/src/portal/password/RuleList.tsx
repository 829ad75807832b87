import { VisuallyHidden } from '@mantine/core'
import type { PasswordRule } from '@portico/contract/password.ts'
import { judge } from '@portico/contract/password-rules.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './RuleList.module.css'

interface RuleListProps {
  id: string
  rules: readonly PasswordRule[]
  password: string
}

/** The rules of a new password, ticked off while it is typed; what only the server knows is marked as such. */
export function RuleList({ id, rules, password }: RuleListProps) {
  const t = useTexts(passwordTexts)
  const words = { kept: t.password_rule_kept, broken: t.password_rule_broken, open: t.password_rule_open }
  return (
    <ul id={id} className={classes['rules']} aria-label={t.password_rules_title}>
      {rules.map((rule) => {
        const verdict = judge(password, rule)
        // Nothing is kept or broken before something is typed.
        const shown = password === '' && verdict === 'kept' ? 'broken' : verdict
        return (
          <li key={rule.phraseCompRuleId} data-verdict={shown}>
            <span className={classes['mark']}>{shown === 'kept' && <Icon name="check" size={16} />}</span>
            <span>{rule.ruleTxt}</span>
            {shown === 'open' ? (
              <span className={classes['later']}>{words.open}</span>
            ) : (
              <VisuallyHidden>({words[shown]})</VisuallyHidden>
            )}
          </li>
        )
      })}
    </ul>
  )
}
