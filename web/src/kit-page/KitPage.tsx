import { useState } from 'react'
import { Look } from '../ui/Look.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { SegmentedChoice } from '../ui/SegmentedChoice.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { KitFeedback } from './KitFeedback.tsx'
import { KitFields } from './KitFields.tsx'
import { KitForms } from './KitForms.tsx'
import { KitLists } from './KitLists.tsx'
import { KitPictures } from './KitPictures.tsx'
import { KitWindows } from './KitWindows.tsx'
import classes from './KitPage.module.css'

/** Brands that a client may have: dark, light, grey, and the default. */
const brands = [
  { value: '#2f5d8a', label: 'Default' },
  { value: '#8b1e3f', label: 'Wine' },
  { value: '#ffd400', label: 'Yellow' },
  { value: '#3a7d44', label: 'Green' },
  { value: '#e0e0e0', label: 'Grey' },
  { value: '#111111', label: 'Black' },
] as const

type Brand = (typeof brands)[number]['value']

const modes = ['light', 'dark'] as const

/** Every part of the house kit in all its states and in both modes; only for those who build with it. */
export function KitPage() {
  const [brand, setBrand] = useState<Brand>('#2f5d8a')
  return (
    <Look buttonColour={brand}>
      <main className={classes['page']}>
        <PageHeading
          title="House kit"
          subtitle="Each part in all its states, in light and in dark."
          actions={<SegmentedChoice label="Brand" options={brands} value={brand} onChange={setBrand} />}
        />
        <div className={classes['panes']}>
          {modes.map((mode) => (
            <Pane key={mode} mode={mode} brand={brand} />
          ))}
        </div>
        <KitWindows />
        <Toasts />
      </main>
    </Look>
  )
}

function Pane({ mode, brand }: { mode: 'light' | 'dark'; brand: Brand }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const id = `kit-${mode}`
  return (
    <section id={id} ref={setElement} className={classes['pane']} aria-label={mode} data-mantine-color-scheme={mode}>
      {element && (
        <Look buttonColour={brand} within={{ selector: `#${id}`, element: () => element, mode }}>
          <h2 className={classes['mode']}>{mode}</h2>
          <KitFields />
          <KitForms />
          <KitLists />
          <KitFeedback />
          <KitPictures />
        </Look>
      )}
    </section>
  )
}
