import { useEffect, useRef } from 'react'
import type { ChangedMeanwhile } from '@portico/contract/kit/conflict.ts'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, type Texts, texts, useTexts } from '../api/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { hasNoFocus } from '../ui/list-position.ts'
import { formatInstant } from '../ui/format.ts'
import type { RemoteChanges } from './form-state.ts'
import { difference } from './difference.ts'
import { DiffView } from './DiffView.tsx'
import classes from './RemoteChangesAlert.module.css'

/** What others have changed in the record of a form since the user began to edit it; what the user entered stays. */
export function RemoteChangesAlert({ changes }: { changes: RemoteChanges | null }) {
  const t = useTexts(formTexts)
  const place = useRef<HTMLDivElement>(null)
  const { version, isRefusal } = changes ?? {}
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    // The button that was pressed for them may be gone; a user who is typing is not interrupted.
    if (isRefusal || hasNoFocus()) place.current?.focus({ preventScroll: true })
  }, [version, isRefusal])
  if (!changes) return null
  const { changedByBoth, version: _loaded, isRefusal: _refused, change, ...shown } = changes
  const isEmpty = difference(shown.before, shown.after).length === 0
  return (
    <div ref={place} tabIndex={-1} className={classes['changes']}>
      <Alert tone="warning" title={t.meanwhile_title}>
        <div className={classes['words']}>
          {change && <p>{changeInWords(change, t)}</p>}
          <p>{isEmpty ? t.meanwhile_none : t.meanwhile_lead}</p>
          {!isEmpty && <DiffView label={t.meanwhile_title} {...shown} />}
          {changedByBoth.length > 0 && <p>{formatMessage(t.meanwhile_both, { fields: changedByBoth.join(', ') })}</p>}
        </div>
      </Alert>
    </div>
  )
}

const changeInWords = ({ changedByNm: name, changedDt }: ChangedMeanwhile, t: Texts<typeof formTexts>) => {
  const time = formatInstant(changedDt)
  return name === null
    ? formatMessage(texts(listTexts).list_changed_at, { time })
    : formatMessage(t.meanwhile_by, { name, time })
}
