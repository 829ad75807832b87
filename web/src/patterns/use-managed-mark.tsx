import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ManagedKind } from '@portico/contract/managed-objects/managed-objects.ts'
import { managedObjectTexts } from '@portico/contract/managed-objects/managed-object-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './Managed.module.css'
import { useManagedObjects } from './managed-objects.ts'

/** Returns the mark of a row of a list that files of configuration manage; null for any other row. */
export function useManagedMark<Row>(
  kind: ManagedKind | undefined,
  rows: readonly Row[],
  idOf: (row: Row) => number | string,
): (row: Row) => ReactNode {
  const { managed_mark: words } = useTexts(managedObjectTexts)
  const managed = useManagedObjects(kind, rows.map(idOf))
  return (row) =>
    managed.has(String(idOf(row))) ? (
      <span className={classes['mark']} title={words}>
        <Icon name="document" size={16} />
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    ) : null
}
