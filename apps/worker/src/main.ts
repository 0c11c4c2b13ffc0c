console.log(1);export {};
