import { type CatalogueItem, FOR_EVERYBODY, option } from './catalogue-item.js';

/** Members' own orders, after an eligibility look-up. */
const REWARD_ORDERS = [7];
const REWARD_STATES = ['AZ', 'TX', 'VA'];

/** What health plans give their members. Ids are in stored orders: never give one to another item. */
export const REWARD_ITEMS: readonly CatalogueItem[] = [
  {
    ...FOR_EVERYBODY,
    id: 'reward-car-seat',
    itemCategory: 'Pregnancy Rewards',
    item: 'Infant car seat',
    description: 'Rear-facing, 4 to 35 pounds, with base.',
    hcpcs: null,
    states: REWARD_STATES,
  },
  {
    ...FOR_EVERYBODY,
    id: 'reward-play-yard',
    itemCategory: 'Pregnancy Rewards',
    item: 'Portable play yard',
    description: 'Folding crib with bassinet and mattress pad.',
    hcpcs: null,
    options: [option('gray', 'Gray'), option('green', 'Sage green')],
    states: REWARD_STATES,
  },
  {
    ...FOR_EVERYBODY,
    id: 'reward-diaper-bag',
    itemCategory: 'Pregnancy Rewards',
    item: 'Diaper bag starter set',
    description: 'Backpack with changing pad, wipes and newborn diapers.',
    hcpcs: null,
    states: REWARD_STATES,
  },
  {
    ...FOR_EVERYBODY,
    id: 'reward-diaper-case',
    itemCategory: 'Baby Diaper Rewards',
    item: 'Baby diapers, case',
    description: 'Hypoallergenic, with wetness indicator.',
    hcpcs: null,
    options: [
      option('n', 'Newborn, up to 10 lb, 192 pieces'),
      option('1', 'Size 1, 8-14 lb, 192 pieces'),
      option('2', 'Size 2, 12-18 lb, 180 pieces'),
      option('3', 'Size 3, 16-28 lb, 168 pieces'),
      option('4', 'Size 4, 22-37 lb, 150 pieces'),
      option('5', 'Size 5, over 27 lb, 132 pieces'),
    ],
    states: ['VA'],
    groups: REWARD_ORDERS,
  },
  {
    ...FOR_EVERYBODY,
    id: 'sensory-calming-kit',
    itemCategory: 'Sensory Kits',
    item: 'Calming sensory kit',
    description: 'Weighted lap pad, noise-reducing earmuffs and a visual timer.',
    hcpcs: null,
    options: [option('child', 'Child'), option('teen', 'Teen or adult')],
    states: REWARD_STATES,
  },
  {
    ...FOR_EVERYBODY,
    id: 'sensory-fidget-kit',
    itemCategory: 'Sensory Kits',
    item: 'Fidget and chew kit',
    description: 'Six tactile tools and two food-grade silicone chews.',
    hcpcs: null,
    states: REWARD_STATES,
  },
];
