import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { type CatalogRecord, catalogKinds, factsOf, type RecordKind } from './catalog-kinds.ts'
import classes from './ApplicationSearch.module.css'

/** All sections or systems, by name. */
export function useRecords(kind: RecordKind): readonly CatalogRecord[] {
  const { uid } = useSignedIn()
  const options = catalogKinds[kind].query(uid) as unknown as UseQueryOptions<CatalogRecord[]>
  return useQuery(options).data ?? []
}

interface RecordsDialogProps {
  kind: RecordKind
  onClose: () => void
  /** Opens the dialog that deletes some of them instead. */
  onDelete: () => void
}

/** The sections or systems, each a link to its form (CATA-019, CATA-020). */
export function RecordsDialog({ kind, onClose, onDelete }: RecordsDialogProps) {
  const t = useTexts(catalogPageTexts)
  const { close } = useTexts(generalTexts)
  const { list_clear_search: clearLabel } = useTexts(listTexts)
  const { title, filter, choose, remove, editPath } = catalogKinds[kind]
  const records = useRecords(kind)
  const mark = useManagedMark(kind, records, ({ id }) => id)
  const [text, setText] = useState('')
  const found = records.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Modal opened title={t[title]} closeLabel={close} onClose={onClose}>
      <div className={classes['content']}>
        <p>{t[choose]}</p>
        <SearchField label={t[filter]} clearLabel={clearLabel} value={text} onChange={setText} data-autofocus />
        {found.length === 0 ? (
          <p role="status">{t.records_none}</p>
        ) : (
          <ul className={classes['records']} aria-label={t[title]}>
            {found.map((record) => (
              <li key={record.id} className={classes['record']}>
                <span>
                  <Link to={editPath(record.id) as string}>{record.name}</Link>
                  {mark(record)}
                </span>
                <span className={classes['facts']}>{factsOf(record, t)}</span>
              </li>
            ))}
          </ul>
        )}
        <ModalActions problem={null}>
          <Button icon="trash" onClick={onDelete}>
            {t[remove]}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {close}
          </Button>
        </ModalActions>
      </div>
    </Modal>
  )
}
