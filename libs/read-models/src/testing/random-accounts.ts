import { accountDecider, registrationDecider } from '@throughline/domain';
import fc from 'fast-check';
import { commandsTo, freshCommandsTo, type Step, which } from './random-steps.js';

const toAccount = commandsTo(accountDecider);
const change = freshCommandsTo(accountDecider);
const toRegistration = commandsTo(registrationDecider);
const reason = 'As asked';
const operatorId = 1;

/** Administrative acts on the accounts of the story, and requests for others. */
export const ofAccounts: fc.Arbitrary<Step> = fc
  .record({ n: which, flag: fc.boolean(), act: fc.integer({ min: 1, max: 2 }) })
  .chain(({ n, flag, act }) => {
    const id = `u-${n}`;
    const rights = { reason, by: 'u-admin', otherAdmins: 1 };
    const registrationId = `registration-${n}`;
    return fc.constantFrom(
      change(id, () => ({
        type: 'ChangeProfile',
        data: { firstName: 'Ana', lastName: `Diaz ${act}`, primaryPhone: null, secondaryPhone: '6025550113', reason },
      })),
      change(id, () => ({
        type: 'ChangeGroups',
        data: { groups: flag ? ['Case Managers'] : [], reason, operatorId },
      })),
      change(id, () => ({ type: 'ChangeRole', data: { admin: flag, siteAdmin: !flag, operatorId, ...rights } })),
      change(id, () => ({ type: 'AssignCompany', data: { companyId: flag ? 12 : 26, operatorId, ...rights } })),
      change(id, () => ({ type: 'DeactivateAccount', data: rights })),
      change(id, () => ({ type: 'ReactivateAccount', data: { reason } })),
      toAccount(id, (chosenAt) => ({
        type: 'ChooseNotificationSettings',
        data: { choices: { note: flag ? 'none' : 'digest' }, chosenAt },
      })),
      toAccount(id, () => ({ type: 'ChooseLanguage', data: { language: flag ? 'es' : 'en' } })),
      toAccount(id, (chosenAt) => ({ type: 'Unsubscribe', data: { topic: flag ? 'digest' : 'status', chosenAt } })),
      toAccount(id, () => ({ type: 'OrderSignInAct', data: { act: flag ? 'unlock' : 'invite', reason } })),
      toAccount(id, () => ({
        type: 'SettleProviderAct',
        data: { actNumber: act, act: 'unlock', refusal: flag ? null : 'No' },
      })),
      toRegistration(registrationId, (at) => ({
        type: 'RequestAccount',
        data: {
          registrationId,
          lastName: 'Ngata',
          firstName: 'Rosa',
          email: 'rosa@plan.example',
          phone: null,
          state: 'AZ',
          companyId: 12,
          groups: [],
          reason: null,
          operatorId,
          at,
          requester: { manages: null, companyId: null, email: null },
        },
      })),
      toRegistration(registrationId, () => ({
        type: 'SettleAccountRequest',
        data: { registrationId, outcome: 'created', userId: id },
      })),
    );
  });
