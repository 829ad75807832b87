import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import { listPermissionSets, type PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { callPage } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Combobox, type Option, pageAt } from '../../patterns/Combobox.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { accessWords } from './access-words.ts'
import { CustomersOfChosenSet } from './SetCustomers.tsx'
import classes from './SetPicker.module.css'

/** A set as a choice, with what it gives. */
export type SetOption = Option & Pick<PermissionSet, 'clientId' | 'items'>

interface SetPickerProps {
  /** Whose users can get the sets that are found; null: of any client. */
  clientId: number | null
  name: string
  /** In a dialog: focused first. */
  isFirst?: boolean
  multiple?: boolean
  optionalMark?: string
  help?: string
  /** Typed before the dialog had loaded. */
  typed?: string
  chosen: readonly SetOption[]
  error: string | undefined
  onChange: (chosen: readonly SetOption[]) => void
}

/** Permission sets, found by name, with what those that are chosen give. */
export function SetPicker({ clientId, chosen, onChange, typed = '', help, ...field }: SetPickerProps) {
  const t = useTexts(permissionSetPageTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const load = async (text: string, offset: number, signal: AbortSignal) => {
    const { rows, total } = await callPage(
      listPermissionSets,
      {
        params: { uid },
        query: {
          ...(text.trim() !== '' && { nm: text.trim() }),
          ...(clientId !== null && { forClientId: clientId }),
          ...pageAt(offset),
        },
      },
      signal,
    )
    return {
      rows: rows.map(({ setId, setNm, clientId: ofClient, clientNm, items }) => ({
        value: String(setId),
        label: formatMessage(t.set_choice_name, { name: setNm, client: clientNm ?? t.sets_installation }),
        clientId: ofClient,
        items,
      })),
      total,
    }
  }
  return (
    <>
      <Combobox
        {...field}
        label={field.multiple ? t.set_choices : t.set_choice}
        help={help ?? t.set_choice_help}
        queryName={`permission sets of ${clientId ?? 'all'}`}
        typed={typed}
        load={load}
        selected={chosen}
        onChange={onChange}
      />
      {chosen.map(({ value, label, clientId: ofClient, items }) => (
        <section key={value} aria-label={formatMessage(t.set_choice_gives, { name: label })}>
          <p>{formatMessage(t.set_choice_gives, { name: label })}</p>
          <ul className={classes['access']}>
            {items.map((item) => (
              <li key={`${item.systemId}/${item.pageId}`}>{accessWords(item, t, pageName)}</li>
            ))}
          </ul>
          {/* Sets of all clients give none. */}
          {ofClient !== null && <CustomersOfChosenSet setId={Number(value)} />}
        </section>
      ))}
    </>
  )
}
