import type { CSSProperties } from 'react'
import type { RequestableApplication } from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './CatalogCard.module.css'

interface CatalogCardProps {
  application: RequestableApplication
  onAsk: () => void
}

/** An application of the catalog: its picture, its names, what it is for, and whether the user has it or can ask for it. */
export function CatalogCard({ application, onAsk }: CatalogCardProps) {
  const t = useTexts(accessRequestTexts)
  const { pageNm, sectionNm, tileColor, tileImage, applicationSubLinks: uses, requestableStateCd: state } = application
  const color = tileColor === null ? {} : ({ '--section-color': `#${tileColor}` } as CSSProperties)
  return (
    <li className={classes['card']} style={color} data-state={state}>
      <span className={classes['picture']}>
        <img src={tileImage} alt="" width={400} height={200} decoding="async" loading="lazy" />
      </span>
      <div className={classes['words']}>
        <p className={classes['tile']}>{sectionNm}</p>
        <h3 className={classes['name']}>{pageNm}</h3>
        {uses.length > 0 && (
          <ul className={classes['uses']}>
            {uses.map(({ sublinkNm, descriptionTxt }) => (
              <li key={`${sublinkNm} ${descriptionTxt}`}>
                {descriptionTxt === ''
                  ? sublinkNm
                  : formatMessage(t.access_catalog_use, { name: sublinkNm, description: descriptionTxt })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes['act']}>
        {state === 'open' && (
          <Button
            size="s"
            aria-haspopup="dialog"
            aria-label={formatMessage(t.access_ask_about, { application: pageNm })}
            onClick={onAsk}
          >
            {t.access_ask}
          </Button>
        )}
        {state === 'waiting' && <StatusDot tone="info">{t.access_catalog_waiting}</StatusDot>}
        {state === 'held' && <StatusDot tone="success">{t.access_catalog_held}</StatusDot>}
      </div>
    </li>
  )
}
