import type { MouseEvent } from 'react'
import { accountSettingsTexts } from '@portico/contract/account/account-settings-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { focusHeading } from '../../ui/list-position.ts'
import type { panels } from './panels.ts'
import classes from './AccountSettingsPage.module.css'

type SettingsPanel = (typeof panels)[number]

/** Links to the panels of the page. */
export function SettingsIndex({ shown }: { shown: readonly SettingsPanel[] }) {
  const t = useTexts(accountSettingsTexts)
  return (
    <nav className={classes['index']} aria-label={t.settings_index}>
      <ul>
        {shown.map((panel) => (
          <Entry key={panel.name} panel={panel} />
        ))}
      </ul>
    </nav>
  )
}

function Entry({ panel: { name, useTitle } }: { panel: SettingsPanel }) {
  const title = useTitle()
  if (title === null) return null
  // The address stays: a new one would ask about the unsaved values of an open form.
  const show = (event: MouseEvent) => {
    event.preventDefault()
    const panel = document.getElementById(name)
    panel?.scrollIntoView()
    focusHeading(panel)
  }
  return (
    <li>
      <a href={`#${name}`} onClick={show}>
        {title}
      </a>
    </li>
  )
}
