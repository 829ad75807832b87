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
  /** Where the record is not what the page is of, how the line names it. */
  part?: 'branding'
}

/** Says of a record that files of configuration manage it, and overwrite what is changed here; nothing of any other. */
export function ManagedLine({ kind, id, part }: ManagedLineProps) {
  const t = useTexts(managedObjectTexts)
  const [found] = useManagedObjects(kind, [id]).values()
  if (found?.objectId !== String(id)) return null
  const isAnonymous = found.appliedByNm === null
  const whole = isAnonymous ? t.managed_line : t.managed_line_by
  const ofBranding = isAnonymous ? t.managed_line_branding : t.managed_line_branding_by
  const values = { moment: formatInstant(found.appliedDt), name: found.appliedByNm ?? '' }
  return <ManagedText>{formatMessage(part === 'branding' ? ofBranding : whole, values)}</ManagedText>
}

/** The line itself. */
export const ManagedText = ({ children }: { children: string }) => (
  <p className={classes['line']}>
    <Icon name="document" size={16} />
    <span>{children}</span>
  </p>
)
