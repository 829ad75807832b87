import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { useTexts } from '../../../api/texts.ts'
import { SignInFields } from '../../../portal/sign-in/SignInFields.tsx'
import { SignInLayout } from '../../../portal/sign-in/SignInLayout.tsx'
import { BrandLogo } from '../../../shell/Logo.tsx'
import type { ShownBrand } from '../brand-form.ts'

/** The sign-in page in a brand. */
export function SignInPreview({ images }: Pick<ShownBrand, 'images'>) {
  const { login_title: title } = useTexts(signInTexts)
  return (
    <SignInLayout
      logo={<BrandLogo image={images.logoImage} forDark={images.logoDarkImage} />}
      background={images.loginImage}
    >
      <SignInFields title={title} password={{}} />
    </SignInLayout>
  )
}
