import type { AuditedEvent } from '@portico/contract/audit/audit.ts'
import { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { auditFieldKey, type AuditSentence, auditWordTexts } from '@portico/contract/audit/audit-words.ts'
import { portalPageKey } from '@portico/contract/catalog/portal-page-key.ts'
import { auditEventTexts } from '@portico/contract/audit/audit-event-texts.ts'
import { auditFieldTexts } from '@portico/contract/audit/audit-field-texts.ts'
import { auditTargetTexts } from '@portico/contract/audit/audit-target-texts.ts'
import type { auditPageTexts } from '@portico/contract/audit/audit-page-texts.ts'
import { portalPageTexts } from '@portico/contract/catalog/portal-page-texts.ts'
import { shippedInWords } from '../../api/shipped-words.ts'
import { formatMessage, type Texts, texts } from '../../api/texts.ts'
import { formatDay } from '../../ui/format.ts'
import { currentLocale } from '../../ui/locale.ts'
import type { AuditFilters } from './audit-queries.ts'

const sentence = (code: string) => {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What an event is called: 'Signed in' for 'authn_login_success'. */
export const actionName = (code: string): string => {
  const names: Readonly<Record<string, string>> = texts(auditEventTexts)
  return names[`audit_event_${code}`] ?? sentence(code)
}

/** What a kind of object is called: 'Job schedule' for 'job-schedule'. */
function kindName(kind: string): string {
  const code = kind.replaceAll(/[- ]/g, '_')
  const names: Readonly<Record<string, string>> = texts(auditTargetTexts)
  return names[`audit_target_${code}`] ?? sentence(code)
}

/** The words of a known value of an event. */
export const auditWordsOf = ({ key, values }: AuditSentence): string =>
  formatMessage(texts(auditWordTexts)[key] as string, values)

/** What the fields of an event are called; a field without a name keeps its own. */
export function fieldLabels({ before, after }: AuditedEvent): Record<string, string> {
  const names = { ...texts(auditFieldTexts), ...texts(userFieldTexts) }
  const known = Object.keys({ ...before, ...after }).flatMap((field): [string, string][] => {
    const key = auditFieldKey(field)
    return key === null ? [] : [[field, names[key]]]
  })
  return Object.fromEntries(known)
}

/** Every event that the portal records, by its name. */
export function actionOptions(): { value: string; label: string }[] {
  const prefix = 'audit_event_'
  return Object.entries(texts(auditEventTexts))
    .map(([key, label]) => ({ value: key.slice(prefix.length), label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, currentLocale()))
}

/** The name of an object in the language of the page while the portal has given it. */
function nameOfTarget(kind: string, name: string): string {
  const page = kind === 'page' ? portalPageKey(name) : null
  return page === null ? shippedInWords(name) : texts(portalPageTexts)[page]
}

type Target = Pick<AuditedEvent, 'targetKindTxt' | 'targetIdTxt' | 'targetNm'>

/** The object of an event by its name alone: 'ada.root'; with kind and number where it has no name for the reader. */
export const bareTargetName = (target: Target): string =>
  target.targetKindTxt === null || target.targetNm === null
    ? targetName(target)
    : nameOfTarget(target.targetKindTxt, target.targetNm)

/** Formats the object of an event: 'User ada.root', or with its number where it has no name for the reader. */
export const targetName = ({ targetKindTxt, targetIdTxt, targetNm }: Target): string =>
  targetKindTxt === null
    ? ''
    : [kindName(targetKindTxt), targetNm === null ? targetIdTxt : nameOfTarget(targetKindTxt, targetNm)]
        .filter(Boolean)
        .join(' ')

/** What the filters by a user or client show for their values; '' for a filter that is not set. */
export type FilteredNames = Readonly<Record<'actor' | 'subject' | 'client', string>>

/** The active filters in words. */
export function filtersInWords(
  filters: AuditFilters,
  { actor, subject, client }: FilteredNames,
  [first]: readonly AuditedEvent[],
  t: Texts<typeof auditPageTexts>,
): string {
  const words = [
    filters.action && actionName(filters.action),
    actor && formatMessage(t.audit_by, { name: actor }),
    subject && formatMessage(t.audit_about, { name: subject }),
    targetInWords(filters, first),
    client,
    daysInWords(filters, t),
  ]
  return words.filter(Boolean).join(' · ')
}

/** With the name that the first row has for it, where that is about it. */
function targetInWords({ kind, target }: AuditFilters, first: AuditedEvent | undefined): string | undefined {
  if (first && kind === first.targetKindTxt && target === first.targetIdTxt) return targetName(first)
  return kind && [kindName(kind), target].filter(Boolean).join(' ')
}

const daysInWords = ({ from, to }: AuditFilters, t: Texts<typeof auditPageTexts>) =>
  [from && `${t.audit_from} ${formatDay(from)}`, to && `${t.audit_to} ${formatDay(to)}`].filter(Boolean).join(' · ')
