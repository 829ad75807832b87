import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import type { EditedPanel } from './panel-names.ts'

interface EditPanelProps {
  name: EditedPanel
  title: string
  help: string
  /** The current values. */
  rows: ReactNode
  form: (close: () => void) => ReactNode
}

/** A panel that turns into a form in place; the address holds the open one. */
export function EditPanel({ name, title, help, rows, form }: EditPanelProps) {
  const t = useTexts(accountTexts)
  const { isEmulated } = useSignedIn()
  const { edit } = useSearch({ from: paths.accountSettings() })
  const navigate = useNavigate()
  const isOpen = edit === name && !isEmulated
  const place = useFocusBack(isOpen)
  const [wasClosed] = useState(!isOpen)
  const show = (open: boolean) =>
    void navigate({
      to: paths.accountSettings(),
      search: open ? { edit: name } : {},
      replace: !open,
      resetScroll: false,
    })
  return (
    <div ref={place}>
      <Panel
        title={title}
        help={help}
        actions={
          !isOpen &&
          !isEmulated && (
            <Button onClick={() => show(true)} aria-label={formatMessage(t.account_edit_about, { panel: title })}>
              {t.account_edit}
            </Button>
          )
        }
      >
        {isOpen ? (
          // A boundary of its own, so that the page stays while a form waits for its lists.
          <Suspense>
            <PanelBody>
              <FormPlace takesFocus={wasClosed}>{form(() => show(false))}</FormPlace>
            </PanelBody>
          </Suspense>
        ) : (
          rows
        )}
      </Panel>
    </div>
  )
}

/** Focuses the first enabled field once the form is rendered, unless the page was opened with it. */
function FormPlace({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.querySelector<HTMLElement>(':is(input, select, textarea):not([readonly])')?.focus()
  }, [takesFocus])
  return <div ref={place}>{children}</div>
}

/** Returns the focus to the button when the form closes. */
function useFocusBack(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const was = useRef(isOpen)
  useEffect(() => {
    if (was.current && !isOpen) place.current?.querySelector<HTMLElement>('button')?.focus()
    was.current = isOpen
  }, [isOpen])
  return place
}
