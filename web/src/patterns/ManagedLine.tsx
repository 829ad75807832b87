import type { ManagedKind } from '@portico/contract/managed-objects/managed-objects.ts'
import { managedObjectTexts } from '@portico/contract/managed-objects/managed-object-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { formatInstant } from '../ui/format.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './Managed.module.css'
import { useManagedObjects } from './managed-objects.ts'

interface ManagedLineProps {
  /** Undefined: of nothing that files of configuration have. */
  kind: ManagedKind | undefined
  id: number | string
}

/** Says of a record that files of configuration manage it, and overwrite what is changed here; nothing of any other. */
export function ManagedLine({ kind, id }: ManagedLineProps) {
  const t = useTexts(managedObjectTexts)
  const [found] = useManagedObjects(kind, [id]).values()
  if (found?.objectId !== String(id)) return null
  const values = { moment: formatInstant(found.appliedDt), name: found.appliedByNm ?? '' }
  return (
    <p className={classes['line']}>
      <Icon name="document" size={16} />
      <span>{formatMessage(found.appliedByNm === null ? t.managed_line : t.managed_line_by, values)}</span>
    </p>
  )
}
