/** Browser features that the console uses. */
const USED = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];

/** Features that no page uses, so that an injected script cannot use them either. Chromium warns about unknown names. */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
];

/** Value of the header `Permissions-Policy`, the same for every answer. */
export const PERMISSIONS_POLICY: string = [
  ...USED.map((feature) => `${feature}=(self)`),
  ...UNUSED.map((feature) => `${feature}=()`),
].join(', ');
