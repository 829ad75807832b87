import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { defaultBrandQuery } from './brand-queries.ts'
import { Logo } from './Logo.tsx'
import classes from './CalmPage.module.css'

interface CalmPageProps {
  title: string
  wide?: boolean
  children: ReactNode
}

/** One matter on one card, for the pages outside the frame: gates, wrong addresses, errors before anything stands. */
export function CalmPage({ title, wide = false, children }: CalmPageProps) {
  const { product_name: productName } = useTexts(generalTexts)
  const brand = useQuery(defaultBrandQuery).data
  return (
    <div className={classes['page']}>
      <header className={classes['brand']}>
        <Logo image={brand?.defaultLogoUrl} productName={productName} />
      </header>
      <main className={classes['card']} data-wide={wide || undefined}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
