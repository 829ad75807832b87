import { useState } from 'react'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { KitEditing } from './KitEditing.tsx'
import { KitFeedback } from './KitFeedback.tsx'
import { KitFields } from './KitFields.tsx'
import { KitForms } from './KitForms.tsx'
import { KitImport } from './KitImport.tsx'
import { KitFiles, KitImage } from './KitImage.tsx'
import { KitLists } from './KitLists.tsx'
import { KitPictures } from './KitPictures.tsx'
import { KitRadioList } from './KitRadioList.tsx'
import { KitTree } from './KitTree.tsx'
import { KitWizard } from './KitWizard.tsx'
import { KitWindows } from './KitWindows.tsx'
import classes from './KitPage.module.css'

/** Sample client brands: dark, light, gray, and the default. */
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

/** Every component in all its states and both modes, for developers. */
export function KitPage() {
  const [brand, setBrand] = useState<Brand>('#2f5d8a')
  return (
    <ThemeProvider buttonColor={brand}>
      <main className={classes['page']}>
        <PageHeading
          title="House kit"
          subtitle="Each part in all its states, in light and in dark."
          actions={<SegmentedControl label="Brand" options={brands} value={brand} onChange={setBrand} />}
        />
        <div className={classes['panes']}>
          {modes.map((mode) => (
            <Pane key={mode} mode={mode} brand={brand} />
          ))}
        </div>
        <KitWindows />
        <Toasts />
      </main>
    </ThemeProvider>
  )
}

function Pane({ mode, brand }: { mode: 'light' | 'dark'; brand: Brand }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const id = `kit-${mode}`
  return (
    <section id={id} ref={setElement} className={classes['pane']} aria-label={mode} data-mantine-color-scheme={mode}>
      {element && (
        <ThemeProvider buttonColor={brand} within={{ selector: `#${id}`, element: () => element, mode }}>
          <h2 className={classes['mode']}>{mode}</h2>
          <KitFields />
          <KitForms />
          <KitLists />
          <KitEditing />
          <KitImport />
          <KitImage />
          <KitFiles />
          <KitWizard />
          <KitTree />
          <KitRadioList />
          <KitFeedback />
          <KitPictures />
        </ThemeProvider>
      )}
    </section>
  )
}
