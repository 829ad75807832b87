import { useRef } from 'react'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { contrast, readable, textColorOn } from '../../ui/contrast.ts'
import { light } from '../../ui/color-tokens.ts'
import { formatRatio } from '../../ui/format.ts'
import { TextField } from '../../ui/TextField.tsx'
import classes from './Branding.module.css'

interface ColorFieldProps {
  name: string
  label: string
  /** Six digits without '#' (BRND-022), or '' for the default. */
  value: string
  defaultValue: string
  error: string | undefined
  onChange: (digits: string) => void
  onBlur: () => void
}

/** Contrast of what is no text to what is beside it (WCAG 1.4.11). */
const SHAPE_CONTRAST = 3
const DIGITS = /^[0-9A-Fa-f]{6}$/

/** A color as six digits, with the browser's color picker, its contrast, and the nearest color that has enough. */
export function ColorField({ defaultValue, onChange, ...field }: ColorFieldProps) {
  const t = useTexts(brandingPageTexts)
  const container = useRef<HTMLDivElement>(null)
  const shown = DIGITS.test(field.value) ? field.value : defaultValue
  const color = `#${shown}`
  const onWhite = contrast(color, light.surface)
  const nearest = readable(color, [light.surface], SHAPE_CONTRAST).slice(1).toUpperCase()
  return (
    <div ref={container} className={classes['color']}>
      <div className={classes['colorRow']}>
        <TextField
          {...field}
          placeholder={defaultValue.toUpperCase()}
          help={t.brand_color_help}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange(currentTarget.value.trim().replace(/^#/, ''))}
        />
        <input
          type="color"
          className={classes['picker']}
          aria-label={formatMessage(t.brand_color_choose, { name: field.label })}
          value={color.toLowerCase()}
          onChange={({ currentTarget }) => onChange(currentTarget.value.slice(1).toUpperCase())}
        />
      </div>
      <p className={classes['contrast']}>
        {formatMessage(t.brand_contrast_text, { ratio: formatRatio(contrast(color, textColorOn(color))) })}
        {onWhite < SHAPE_CONTRAST && (
          <>
            {' '}
            {formatMessage(t.brand_contrast_low, { ratio: formatRatio(onWhite) })}{' '}
            <Button
              size="s"
              kind="quiet"
              onClick={() => {
                onChange(nearest)
                // The button goes away with the low contrast.
                container.current?.querySelector('input')?.focus()
              }}
            >
              {formatMessage(t.brand_contrast_use, { color: nearest })}
            </Button>
          </>
        )}
      </p>
    </div>
  )
}
