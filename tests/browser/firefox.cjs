// Playwright tells each context what its media features are, which the Firefox that people have does not know (yet): it is
// not told. Taken in by `NODE_OPTIONS` (tests/conftest.py) when the driver starts; other browsers are told as ever.

const Module = require('node:module');

const UNTOLD = [
  'async updateEmulateMedia() {\n        const features = this._page.emulatedMedia();',
  'async doUpdateDefaultEmulatedMedia() {\n        const features = this._options;',
];
const compile = Module.prototype._compile;

Module.prototype._compile = function (source, name, ...more) {
  const read = name.endsWith('coreBundle.js')
    ? UNTOLD.reduce((text, begins) => text.replace(begins, begins.replace('{\n', '{\n        return;\n')), source)
    : source;
  return compile.call(this, read, name, ...more);
};
