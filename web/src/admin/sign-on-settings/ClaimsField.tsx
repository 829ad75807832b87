import { VisuallyHidden } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { SETTINGS_LIST_MAX, type SignOnFact, signOnFacts } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './ClaimsField.module.css'
import { claimLines, type ClaimRow, claimRows } from './sign-on-settings-form.ts'

const factNames = {
  'user-name': 'sso_fact_user_name',
  email: 'sso_fact_email',
  'first-name': 'sso_fact_first_name',
  'last-name': 'sso_fact_last_name',
  'display-name': 'sso_fact_display_name',
  client: 'sso_fact_client',
  'is-internal': 'sso_fact_is_internal',
  'is-administrator': 'sso_fact_is_administrator',
  account: 'sso_fact_account',
  'account-type': 'sso_fact_account_type',
} as const satisfies Record<SignOnFact, keyof typeof signOnSettingPageTexts>

interface ClaimsFieldProps {
  /** One per line, as they are kept: a name, ' = ', a fact. */
  lines: string
  /** By which a message above the form finds what is invalid. */
  name: string
  error: string | undefined
  onChange: (lines: string) => void
}

/** SAML attributes or OpenID Connect claims as a table: the name that is sent, and what of a user is sent under it. */
export function ClaimsField({ lines, name, error, onChange }: ClaimsFieldProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { list_actions: actions } = useTexts(listTexts)
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  /** The row that was added last, whose name takes the focus. */
  const [added, setAdded] = useState(-1)
  const rows = claimRows(lines)
  const firstRefused = rows.findIndex((row) => isRefused(row, error))
  const change = (next: readonly ClaimRow[]) => onChange(claimLines(next))
  return (
    <fieldset className={classes['claims']} aria-describedby={`${id}-help`}>
      <legend>{t.sso_attributes}</legend>
      <p id={`${id}-help`} className={classes['help']}>
        {t.sso_attributes_help}
      </p>
      {rows.length === 0 ? (
        <p className={classes['help']}>{t.sso_claims_none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t.sso_claim_name}</th>
              <th scope="col">{t.sso_claim_fact}</th>
              <th scope="col">
                <VisuallyHidden>{actions}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <Claim
                key={at}
                row={row}
                number={at + 1}
                isNew={at === added}
                fieldName={at === firstRefused ? name : undefined}
                errorId={isRefused(row, error) ? `${id}-error` : undefined}
                onChange={(next) => change(rows.with(at, next))}
                onRemove={() => {
                  setAdded(-1)
                  change(rows.toSpliced(at, 1))
                  // The button of the last row is removed with it; the others become that of the next row.
                  if (at === rows.length - 1) addButton.current?.focus()
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      <div role="status">
        {error !== undefined && (
          <p id={`${id}-error`} className={classes['error']}>
            {error}
          </p>
        )}
      </div>
      <div>
        <Button
          ref={addButton}
          data-name={firstRefused < 0 ? name : undefined}
          icon="plus"
          disabledReason={rows.length >= SETTINGS_LIST_MAX ? t.sso_claims_full : undefined}
          onClick={() => {
            setAdded(rows.length)
            change([...rows, { name: '', fact: '' }])
          }}
        >
          {t.sso_claim_add}
        </Button>
      </div>
    </fieldset>
  )
}

/** True of a row that an error is about: one that is not complete, or whose name a message of the server quotes. */
const isRefused = ({ name, fact }: ClaimRow, error: string | undefined) =>
  error !== undefined &&
  (name.trim() === '' ||
    fact === '' ||
    ['“”', '„“'].some(([open, close]) => error.includes(`${open}${name.trim()}${close}`)))

interface ClaimProps {
  row: ClaimRow
  /** From 1. */
  number: number
  isNew: boolean
  /** Name of its first invalid field, where it is the first invalid row. */
  fieldName: string | undefined
  /** Id of the error about it; undefined where there is none. */
  errorId: string | undefined
  onChange: (next: ClaimRow) => void
  onRemove: () => void
}

function Claim({ row, number, isNew, fieldName, errorId, onChange, onRemove }: ClaimProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const labelOf = (label: string) => formatMessage(t.sso_claim_field, { label, row: number })
  const shared = { 'aria-describedby': errorId }
  const isNameInvalid = errorId !== undefined && (row.name.trim() === '' || row.fact !== '')
  return (
    <tr>
      <td>
        <TextField
          {...shared}
          {...(isNew && { ref: focusOnMount })}
          label={t.sso_claim_name}
          aria-label={labelOf(t.sso_claim_name)}
          spellCheck={false}
          autoCapitalize="off"
          value={row.name}
          data-name={isNameInvalid ? fieldName : undefined}
          error={isNameInvalid}
          onChange={({ currentTarget: { value: name } }) => onChange({ ...row, name })}
        />
      </td>
      <td>
        <SelectField
          {...shared}
          label={t.sso_claim_fact}
          aria-label={labelOf(t.sso_claim_fact)}
          options={[
            { value: '', label: selectOne },
            ...signOnFacts.map((fact) => ({ value: fact, label: t[factNames[fact]] })),
          ]}
          value={row.fact}
          data-name={isNameInvalid ? undefined : fieldName}
          error={errorId !== undefined && row.fact === ''}
          onChange={({ currentTarget: { value: fact } }) => onChange({ ...row, fact })}
        />
      </td>
      <td>
        <IconButton icon="trash" label={formatMessage(t.sso_claim_remove, { row: number })} onClick={onRemove} />
      </td>
    </tr>
  )
}
