import { useQuery } from '@tanstack/react-query'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSession } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { defaultBrandQuery, logoQuery } from './brand-queries.ts'
import classes from './Logo.module.css'

/** The logo of the user's client, or else the default logo, or else the product's mark with its name. */
export function Logo() {
  const isSignedIn = useSession() !== null
  const ofClient = useQuery({ ...logoQuery, enabled: isSignedIn }).data
  // A disabled query keeps its last answer.
  const own = isSignedIn ? ofClient : undefined
  const fallback = useQuery(defaultBrandQuery()).data
  const image = own?.url ?? own?.image ?? fallback?.defaultLogoUrl
  const forDark = own?.url ? own.darkUrl : fallback?.defaultLogoDarkUrl
  return <BrandLogo image={image ?? null} forDark={forDark ?? null} />
}

/** The logo of a brand; without one the product's mark with its name. */
export function BrandLogo({ image, forDark }: { image: string | null; forDark: string | null }) {
  const { product_name: productName } = useTexts(generalTexts)
  if (image !== null) return <LogoImage image={image} forDark={forDark} name={productName} />
  return (
    <span className={classes['wordmark']}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect className={classes['tile']} width="32" height="32" rx="8" />
        <path className={classes['drawing']} d="M7 13 16 7l9 6M9 25V15m4.7 10V15m4.6 10V15m4.7 10V15M7 25h18" />
      </svg>
      {productName}
    </span>
  )
}

/** One image, or one of each mode, of which the page displays one. */
function LogoImage({ image, forDark, name }: { image: string; forDark: string | null; name: string }) {
  if (forDark === null) return <img className={classes['image']} src={image} alt={name} />
  return (
    <>
      <img className={classes['forLight']} src={image} alt={name} />
      <img className={classes['forDark']} src={forDark} alt={name} />
    </>
  )
}
