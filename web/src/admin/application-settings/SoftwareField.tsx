import { useRef, useState } from 'react'
import { SOFTWARE_NAME_MAX, withSoftware } from '@portico/contract/catalog/catalog-rules.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './ApplicationSettings.module.css'

interface SoftwareFieldProps {
  names: readonly string[]
  error: string | undefined
  onChange: (next: readonly string[]) => void
}

/** The open-source software of a system; a name that is in the list already is not added again (CATA-073). */
export function SoftwareField({ names, error, onChange }: SoftwareFieldProps) {
  const t = useTexts(catalogPageTexts)
  const [typed, setTyped] = useState('')
  const [isKnown, setIsKnown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const add = () => {
    const next = withSoftware(names, typed)
    setIsKnown(next === names && typed.trim() !== '')
    if (next !== names) {
      onChange(next)
      setTyped('')
    }
    input.current?.focus()
  }
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['part']}>{t.system_software}</legend>
      {names.length === 0 ? (
        <p className={classes['help']}>{t.system_software_none}</p>
      ) : (
        <ul className={classes['items']}>
          {names.map((name) => (
            <li key={name} className={classes['item']}>
              <span>{name}</span>
              <IconButton
                icon="trash"
                label={formatMessage(t.system_software_remove, { name })}
                onClick={() => {
                  onChange(names.filter((one) => one !== name))
                  // The clicked button is removed with the name.
                  input.current?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes['choice']}>
        <TextField
          ref={input}
          name="cmrCenterExtlSoftware"
          label={t.system_software_name}
          maxLength={SOFTWARE_NAME_MAX}
          value={typed}
          error={isKnown ? t.system_software_known : error}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            setIsKnown(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button icon="plus" onClick={add}>
          {t.system_software_add}
        </Button>
      </div>
    </fieldset>
  )
}
