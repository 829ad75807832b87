import { getProfile, type Profile, type ProfileChange, updateProfile } from '@portico/contract/account/account.ts'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { request } from '../../api/call.ts'
import { messageOrRetry } from '../../api/message-or-retry.ts'
import { query, queryClient } from '../../api/query.ts'
import { texts } from '../../api/texts.ts'
import { type Preference, shownInAnswer } from '../../patterns/save-preference.ts'

export const ownProfileQuery = () => query(getProfile)

export const keepProfile = (profile: Profile): unknown => queryClient.setQueryData(ownProfileQuery().queryKey, profile)

type ProfileField = 'sectionSortPrfTxt' | 'languageCd'

/** A field of the user’s own profile that is saved when it is chosen; answers the server’s message. */
export const profilePreference = <Field extends ProfileField>(
  uid: number,
  field: Field,
): Preference<Profile[Field], string> => ({
  key: `${field} ${uid}`,
  // Each answer is the whole profile.
  order: `profile ${uid}`,
  ...shownInAnswer(
    ownProfileQuery().queryKey,
    (profile: Profile) => profile[field],
    (profile, value) => ({ ...profile, [field]: value }),
  ),
  save: async (value) => {
    const { data, message } = await request(updateProfile, { body: { [field]: value } as ProfileChange })
    keepProfile(data)
    return message
  },
})

/** The sort order of the home page’s applications. */
export const sortPreference = (uid: number) => ({
  ...profilePreference(uid, 'sectionSortPrfTxt'),
  failed: (error: unknown) => messageOrRetry(error, texts(homePageTexts).sort_failed),
})
