import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { AssignablePage, ProfileUser } from '@portico/contract/users/user-profile.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { isCalendarDay } from '../../ui/calendar-day.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { endOfDay, today } from '../../ui/day-bounds.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'
import {
  dayOfEnd,
  endOnDay,
  type ListedSystem,
  type PermissionFields,
  type SystemPermission,
  withRight,
} from '../permissions/permissions-form.ts'
import { PagesFailed } from './PagesFailed.tsx'
import { userPagesQuery } from '../permissions/assignable-queries.ts'
import classes from './UserProfile.module.css'

interface ApplicationDialogProps {
  system: ListedSystem
  user: ProfileUser
  fields: PermissionFields
  /** By what the user has a page; empty for one that they have not. */
  pageNote: (pageId: number) => string
  isReadOnly: boolean
  onChange: (next: PermissionFields) => void
  onClose: () => void
}

/** From how many pages on they can be searched. */
const SEARCH_FROM = 10

/** The end date and the pages of one application (UADM-039); saved with the form that it belongs to. */
export function ApplicationDialog(props: ApplicationDialogProps) {
  const { system, user, fields, pageNote, isReadOnly, onChange, onClose } = props
  const t = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const [search, setSearch] = useState('')
  const answered = useQuery({ ...userPagesQuery(uid, system.systemId), enabled: system.isAssignable })
  const held = fields.systems.find(({ systemId }) => systemId === system.systemId)
  const endField = useRef<HTMLInputElement>(null)
  const end = useEndDay(held, (endDt) =>
    onChange({ ...fields, systems: fields.systems.map((one) => (one === held ? { ...one, endDt } : one)) }),
  )
  const pages = shownPages(system, user, fields, answered.data ?? [])
  const found = pages.filter(({ pageNm }) => pageName(pageNm).toLowerCase().includes(search.trim().toLowerCase()))
  const turn = ({ pageId, pageNm }: ShownPage, isOn: boolean) => {
    const { systems, pages: before } = held ? fields : withRight(fields, system, 'assigned', true)
    const others = before.filter((page) => page.pageId !== pageId)
    onChange({
      systems: systems.map(({ systemId, systemNm, isAdmin, hasSensitiveData, endDt }) => ({
        systemId,
        systemNm,
        isAdmin,
        hasSensitiveData,
        endDt,
      })),
      pages: isOn ? [...others, { pageId, pageNm, systemId: system.systemId, endDt: null }] : others,
    })
  }
  return (
    <Modal opened title={formatMessage(t.permissions_title, { name: fullName(user) })} onClose={onClose}>
      <div className={classes['pages']}>
        <p>{system.systemNm}</p>
        <DateField
          ref={endField}
          label={t.permissions_end}
          help={t.permissions_end_help}
          min={today()}
          disabled={isReadOnly || !held}
          value={end.day}
          error={end.error}
          onChange={({ currentTarget: { value } }) => end.change(value)}
          onBlur={end.validate}
        />
        <fieldset className={classes['part']}>
          <legend>{t.permissions_pages_part}</legend>
          {pages.length >= SEARCH_FROM && (
            <SearchField
              label={t.permissions_page_search}
              clearLabel={t.permissions_clear}
              value={search}
              onChange={setSearch}
            />
          )}
          {answered.isError && <PagesFailed application={system.systemNm} onRetry={() => void answered.refetch()} />}
          {pages.length === 0 && !answered.isLoading && !answered.isError && <p>{t.permissions_no_pages}</p>}
          {found.map((page) => (
            <fieldset key={page.pageId} className={classes['part']} disabled={isReadOnly || page.isRefused}>
              <CheckField
                label={pageName(page.pageNm)}
                help={helpOf(page, pageName(page.pageNm), pageNote(page.pageId), t)}
                checked={fields.pages.some(({ pageId }) => pageId === page.pageId)}
                onChange={(isOn) => turn(page, isOn)}
              />
            </fieldset>
          ))}
        </fieldset>
      </div>
      <ModalActions>
        <Button
          kind="primary"
          onClick={() => {
            if (end.validate()) onClose()
            else endField.current?.focus()
          }}
        >
          {t.permissions_done}
        </Button>
      </ModalActions>
    </Modal>
  )
}

/**
 * The day on which a grant ends. A day in the past stays in the field with its error, which shows once the field is
 * left; the form keeps the end before it.
 */
function useEndDay(held: SystemPermission | undefined, onChange: (endDt: string | null) => void) {
  const t = useTexts(userProfileTexts)
  const { field_date: noDay } = useTexts(generalTexts)
  const [refusedDay, setRefusedDay] = useState<string | null>(null)
  const [isShown, setIsShown] = useState(false)
  return {
    day: refusedDay ?? dayOfEnd(held?.endDt ?? null),
    error:
      refusedDay !== null && isShown
        ? isCalendarDay(refusedDay)
          ? formatMessage(t.permission_end_past, { application: held?.systemNm ?? '' })
          : noDay
        : undefined,
    change: (day: string) => {
      const isRefused = day !== '' && (!isCalendarDay(day) || hasEnded(endOfDay(day), new Date()))
      setRefusedDay(isRefused ? day : null)
      if (!isRefused) {
        setIsShown(false)
        onChange(endOnDay(day))
      }
    },
    /** Shows the error and returns false where the day is refused. */
    validate: () => {
      setIsShown(refusedDay !== null)
      return refusedDay === null
    },
  }
}

interface ShownPage {
  pageId: number
  pageNm: string
  isInternalOnly: boolean
  needsAdmin: boolean
  /** The administrator cannot give it, and the user does not hold it. */
  isRefused: boolean
}

/** The pages that can be given to the user, and those that they hold. */
function shownPages(
  { systemId }: ListedSystem,
  { internalUserFlg }: ProfileUser,
  { pages }: PermissionFields,
  offered: readonly AssignablePage[],
): ShownPage[] {
  const heldHere = pages.filter((page) => page.systemId === systemId)
  const isHeld = new Set(heldHere.map(({ pageId }) => pageId))
  const known = new Set(offered.map(({ pageId }) => pageId))
  return [
    ...offered
      .filter(
        (page) => isHeld.has(page.pageId) || (page.pageAssignableFlg && (!page.internalUserPage || internalUserFlg)),
      )
      .map((page) => ({
        pageId: page.pageId,
        pageNm: page.pageNm,
        isInternalOnly: page.internalUserPage,
        needsAdmin: page.admAccessRqrFlg,
        isRefused: !page.assignableFlg && !isHeld.has(page.pageId),
      })),
    ...heldHere
      .filter(({ pageId }) => !known.has(pageId))
      .map(({ pageId, pageNm }) => ({ pageId, pageNm, isInternalOnly: false, needsAdmin: false, isRefused: false })),
  ]
}

function helpOf(page: ShownPage, name: string, held: string, t: Texts<typeof userProfileTexts>): string | undefined {
  const notes = [
    ...(page.isRefused ? [formatMessage(t.permission_no_page, { page: name })] : []),
    ...(page.isInternalOnly ? [t.permissions_internal] : []),
    ...(page.needsAdmin ? [t.permissions_needs_admin] : []),
  ]
  return [held, notes.join(' ')].filter(Boolean).join(' · ') || undefined
}
