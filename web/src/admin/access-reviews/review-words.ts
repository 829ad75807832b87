import type { AccessReview } from '@portico/contract/access-reviews/access-reviews.ts'
import type { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'

/** 'Employer: Harbor' */
export const scopeName = (
  { scopeCd, scopeNm: name }: Pick<AccessReview, 'scopeCd' | 'scopeNm'>,
  t: Texts<typeof accessReviewTexts>,
): string => formatMessage(scopeCd === 'employer' ? t.reviews_scope_employer : t.reviews_scope_application, { name })
