import { type CSSProperties, type ReactNode, useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { brandingPageTexts } from '@portico/contract/texts/branding-page-texts.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { previewVariables } from '../../ui/theme.ts'
import type { ShownBrand } from './brand-form.ts'
import classes from './BrandPreview.module.css'

const screens = ['sign_in', 'home', 'dialog', 'mail'] as const
type Screen = (typeof screens)[number]
const modes = ['light', 'dark'] as const

interface ScreenProps {
  brand: ShownBrand
  logo: ReactNode
  t: Texts<typeof brandingPageTexts>
}

/** The screens that users see, as small pictures with the colors and images of a brand that is not saved yet. */
export function BrandPreview({ brand }: { brand: ShownBrand }) {
  const t = useTexts(brandingPageTexts)
  const { product_name: productName, cancel } = useTexts(generalTexts)
  const [screen, setScreen] = useState<Screen>('home')
  const [mode, setMode] = useState<(typeof modes)[number]>('light')
  const nameOf = (one: Screen) => t[`brand_preview_${one}`]
  const variables = previewVariables(mode, brand.buttonColor, brand.color) as CSSProperties
  const { logoImage, logoDarkImage } = brand.images
  const image = mode === 'dark' ? (logoDarkImage ?? logoImage) : logoImage
  const logo =
    image === null ? (
      <span className={classes['wordmark']}>{productName}</span>
    ) : (
      <img
        className={classes['logo']}
        data-plate={(mode === 'dark' && logoDarkImage === null) || undefined}
        src={image}
        alt=""
      />
    )
  const props = { brand, logo, t }
  return (
    <div className={classes['preview']}>
      <div className={classes['choices']}>
        <SegmentedControl
          label={t.brand_preview_screen}
          options={screens.map((value) => ({ value, label: nameOf(value) }))}
          value={screen}
          onChange={setScreen}
        />
        <SegmentedControl
          label={t.brand_preview_mode}
          options={modes.map((value) => ({ value, label: t[`brand_preview_${value}`] }))}
          value={mode}
          onChange={setMode}
        />
      </div>
      <div
        role="img"
        aria-label={formatMessage(t.brand_preview_of, { screen: nameOf(screen), mode: t[`brand_preview_${mode}`] })}
        className={classes['screen']}
        style={variables}
      >
        {screen === 'sign_in' && <SignIn {...props} />}
        {screen === 'home' && <Home {...props} />}
        {screen === 'dialog' && <Dialog {...props} cancel={cancel} />}
        {screen === 'mail' && <Mail {...props} />}
      </div>
    </div>
  )
}

function SignIn({ brand, logo, t }: ScreenProps) {
  return (
    <div className={classes['split']}>
      <div className={classes['side']}>
        {logo}
        <strong className={classes['title']}>{t.brand_preview_sign_in}</strong>
        <span className={classes['field']}>{t.brand_preview_user}</span>
        <span className={classes['field']}>{t.brand_preview_password}</span>
        <span className={classes['button']}>{t.brand_preview_login}</span>
      </div>
      <div className={classes['photo']}>
        {brand.images.loginImage !== null && <img src={brand.images.loginImage} alt="" />}
      </div>
    </div>
  )
}

function Home({ brand, logo, t }: ScreenProps) {
  return (
    <div className={classes['page']}>
      <div className={classes['header']}>{logo}</div>
      <div className={classes['banner']}>
        {brand.images.homeImage !== null && <img src={brand.images.homeImage} alt="" />}
        <strong className={classes['title']}>{t.brand_preview_welcome}</strong>
      </div>
      <div className={classes['tiles']}>
        {[t.brand_preview_tile, t.brand_preview_tile_two, t.brand_preview_tile_three].map((name) => (
          <span key={name} className={classes['tile']}>
            <span className={classes['tileColor']} />
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

function Dialog({ logo, t, cancel }: ScreenProps & { cancel: string }) {
  return (
    <div className={classes['page']}>
      <div className={classes['header']}>{logo}</div>
      <div className={classes['dialog']}>
        <strong>{t.brand_preview_question}</strong>
        <span className={classes['quiet']}>{t.brand_preview_question_body}</span>
        <span className={classes['buttons']}>
          <span className={classes['secondary']}>{cancel}</span>
          <span className={classes['button']}>{t.brand_preview_delete}</span>
        </span>
      </div>
    </div>
  )
}

/** Mails show the usual logo on white in both modes. */
function Mail({ brand, t }: ScreenProps) {
  const { logoImage } = brand.images
  return (
    <div className={classes['mail']}>
      {logoImage !== null && <img className={classes['logo']} data-plate src={logoImage} alt="" />}
      <span className={classes['band']} />
      <div className={classes['card']}>
        <strong className={classes['title']}>{t.brand_preview_mail_subject}</strong>
        <span>{t.brand_preview_mail_body}</span>
        <span className={classes['button']}>{t.brand_preview_mail_button}</span>
      </div>
    </div>
  )
}
