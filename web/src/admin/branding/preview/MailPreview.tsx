import { useMantineStyleNonce } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { htmlOf } from '@portico/contract/mail/mail-layout.ts'
import { brandingPageTexts } from '@portico/contract/branding/branding-page-texts.ts'
import { useLanguage, useTexts } from '../../../api/texts.ts'
import type { ShownBrand } from '../brand-form.ts'
import type { PreviewMode } from './PreviewModeControl.tsx'
import { ScaledFrame } from './ScaledFrame.tsx'

const mailWindow = { width: 720, height: 560 }

interface MailPreviewProps {
  label: string
  /** Of the client or the portal; stands beside the logo. */
  name: string
  brand: ShownBrand
  mode: PreviewMode
}

/** A mail in a brand, in the layout that the server sends. */
export function MailPreview({ label, name, brand, mode }: MailPreviewProps) {
  const t = useTexts(brandingPageTexts)
  const language = useLanguage()
  const html = htmlOf(
    {
      subject: t.brand_preview_mail_subject,
      blocks: [
        { kind: 'paragraph', text: t.brand_preview_mail_body },
        { kind: 'button', label: t.brand_preview_mail_button, path: '/' },
      ],
      why: t.brand_preview_mail_why,
    },
    language,
    {
      brand: { clientName: name, bandColor: brand.color, buttonColor: brand.buttonColor, logo: brand.images.logoImage },
      addressOf: (path) => new URL(path, location.origin).href,
      mode,
    },
  )
  return (
    <ScaledFrame label={label} size={mailWindow}>
      {(page) => <MailDocument page={page} html={html} />}
    </ScaledFrame>
  )
}

/** Fills the document with a mail. The page's policy refuses style attributes, but not styles that a script sets. */
function MailDocument({ page, html }: { page: Document; html: string }) {
  const nonce = useMantineStyleNonce()?.() ?? ''
  useLayoutEffect(() => {
    const allowed = html.replace('<style>', `<style nonce="${nonce}">`).replaceAll(' style="', ' data-style="')
    const mail = new DOMParser().parseFromString(allowed, 'text/html')
    page.replaceChild(page.adoptNode(mail.documentElement), page.documentElement)
    for (const element of page.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset['style'] ?? ''
  }, [page, html, nonce])
  return null
}
